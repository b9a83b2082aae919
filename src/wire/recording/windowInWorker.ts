// The headless emulator needs `window` while it loads, and a worker has none. Import this file first.
if (!('window' in globalThis) && !('process' in globalThis)) Reflect.set(globalThis, 'window', globalThis);

export {};
