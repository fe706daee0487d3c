// What the page's films are written with: the part of mediabunny that makes webm and mp4 of what a browser has encoded.
export { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, StreamTarget, WebMOutputFormat } from 'mediabunny';
