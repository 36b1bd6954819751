// Lets TypeScript check the sources before npm run build:wasm has made the text.
export {};
