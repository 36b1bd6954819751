// Ciphers for browsers, in a file of their own so that bundlers take nothing else of these packages.
export { cfb, ecb } from "@noble/ciphers/aes.js";
export { md5 } from "@noble/hashes/legacy.js";
