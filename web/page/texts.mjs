/** The words of the page, in the reader's language. */
const english = {
    open: 'Open files', folder: 'Open a folder', play: 'Play', pause: 'Pause', loop: 'Loop', physics: 'Physics',
    camera: 'Camera of the motion', front: 'Front', time: 'Time',
    drop: 'Drop a model with its folder, a .zip or a motion here.',
    nothing: 'None of these files is a model or a motion.',
    missing: (count) => `${count} textures are missing: drop the whole folder of the model.`,
    lost: 'The graphics device is lost; waiting for it.',
};
const japanese = {
    open: 'ファイルを開く', folder: 'フォルダーを開く', play: '再生', pause: '一時停止', loop: '繰り返し', physics: '物理演算',
    camera: 'モーションのカメラ', front: '正面', time: '時間',
    drop: 'モデルのフォルダー、.zip、モーションをここにドロップしてください。',
    nothing: 'モデルもモーションも見つかりません。',
    missing: (count) => `テクスチャーが${count}個見つかりません。モデルのフォルダーごとドロップしてください。`,
    lost: 'グラフィックスデバイスの復帰を待っています。',
};

export const language = new URLSearchParams(location.search).get('lang') ??
    (navigator.language.startsWith('ja') ? 'ja' : 'en');
export const texts = language === 'ja' ? japanese : english;

/** Writes the words into all elements that name one. */
export function translate() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-text]'))
        element.textContent = texts[element.dataset.text];
    for (const element of document.querySelectorAll('[data-label]'))
        element.ariaLabel = texts[element.dataset.label];
}
