// The names that the programs of the course give to sections, fields and types of files (examples/course/pmx_walk.c and
// vmd_walk.c), in Japanese. tests/web/field_words.test.mjs checks that none is missing.
export const JAPANESE = {
    // sections
    header: 'ヘッダー', vertices: '頂点', faces: '面', textures: 'テクスチャ', materials: '材質', bones: 'ボーン', morphs: 'モーフ', frames: '表示枠',
    bodies: '剛体', joints: 'ジョイント', cameras: 'カメラ', lights: '照明', shadows: 'セルフ影', properties: '表示・IK',
    // types, beside those of numbers, which are the same in all languages
    bytes: 'バイト列', text: '文字列', curve: '曲線',
    // header
    signature: '識別子', version: 'バージョン', settings: '設定の数', 'text encoding': '文字コード', 'additional uvs': '追加UVの数', 'bytes of a vertex': '頂点番号のバイト数',
    'bytes of a texture': 'テクスチャ番号のバイト数', 'bytes of a material': '材質番号のバイト数', 'bytes of a bone': 'ボーン番号のバイト数', 'bytes of a morph': 'モーフ番号のバイト数',
    'bytes of a body': '剛体番号のバイト数', unknown: '不明', comment: 'コメント', 'english comment': '英語のコメント', name: '名前', 'english name': '英語名', model: 'モデル名',
    count: '個数',
    // vertices, faces, textures
    position: '位置', normal: '法線', uv: 'UV座標', 'additional uv': '追加UV', deform: '変形方式', bone: 'ボーン', weight: 'ウェイト', C: 'SDEFの中心C', R0: 'SDEFのR0', R1: 'SDEFのR1',
    'edge scale': 'エッジ倍率', vertex: '頂点', path: 'パス',
    // materials
    diffuse: '拡散色', specular: '反射色', 'specular power': '反射強度', ambient: '環境色', flags: 'フラグ', 'edge colour': 'エッジ色', 'edge size': 'エッジの太さ', texture: 'テクスチャ',
    'sphere texture': 'スフィアのテクスチャ', 'sphere mode': 'スフィアの種類', 'shared toon': '共有トゥーン', toon: 'トゥーン', memo: 'メモ', indices: '頂点番号の数',
    // bones
    parent: '親ボーン', layer: '変形階層', tail: '接続先', 'append source': '付与親', 'append ratio': '付与率', 'fixed axis': '固定軸', 'local x': 'ローカルX軸', 'local z': 'ローカルZ軸',
    'external parent': '外部親', effector: 'IKターゲット', loops: 'ループ回数', 'unit angle': '単位角', links: 'リンク数', link: 'リンク', limited: '角度制限', lower: '下限', upper: '上限',
    // morphs
    material: '材質', operation: '計算方法', 'texture factor': 'テクスチャ係数', 'sphere factor': 'スフィア係数', 'toon factor': 'トゥーン係数', morph: 'モーフ', ratio: '比率',
    translation: '移動', rotation: '回転', body: '剛体', local: 'ローカル', velocity: '速度', torque: 'トルク', 'uv offset': 'UVの移動量', panel: 'パネル', kind: '種類', offsets: 'オフセット数',
    // frames, bodies, joints
    special: '特殊枠', items: '要素数', group: 'グループ', mask: '非衝突グループ', shape: '形', size: '大きさ', mass: '質量', 'linear damping': '移動減衰', 'angular damping': '回転減衰',
    restitution: '反発力', friction: '摩擦力', mode: '種類', 'body a': '剛体A', 'body b': '剛体B', 'linear lower': '移動の下限', 'linear upper': '移動の上限',
    'angular lower': '回転の下限', 'angular upper': '回転の上限', 'linear spring': '移動のばね', 'angular spring': '回転のばね',
    // motions
    frame: 'フレーム', physics: '物理演算', 'curve of x': 'Xの曲線', 'curve of y': 'Yの曲線', 'curve of z': 'Zの曲線', 'curve of rotation': '回転の曲線', 'curve of distance': '距離の曲線',
    'curve of view': '視野角の曲線', distance: '距離', target: '中心', angles: '角度', 'field of view': '視野角', 'no perspective': '遠近なし', colour: '色', direction: '方向',
    visible: '表示', iks: 'IKの数', ik: 'IKボーン', on: 'オン',
};

/** A name as a text of a figure: in Japanese with the name that the programs print. */
export const named = (name) => (name in JAPANESE ? [name, `${JAPANESE[name]} (${name})`] : name);

/** What a test sees of it. */
export const seen = (name) => ({ en: name, ja: [named(name)].flat().at(-1) });
