// The headless emulator asks `window` for a function while it is loaded, and a worker has none. Import it before.
if (!('window' in globalThis) && !('process' in globalThis)) Reflect.set(globalThis, 'window', globalThis);

export {};
