type Contrasts = { setColor(background: number, text: number, readable: unknown): void; clear(): void };
type Colours = { contrastCache: Contrasts; halfContrastCache: Contrasts };

/** Several screens full of colours, about 5 MB. */
const PAIRS_MAX = 50_000;

/**
 * Clears an emulator's cache of readable text colours once it has very many pairs of colours. The emulator never clears
 * it: a film in true colour would fill the memory of a tab within an hour. Call this when the emulator is open, since
 * `_themeService` does not exist before.
 */
export function limitContrasts(terminal: object): void {
  const { _core } = terminal as { _core: { _themeService?: { colors: Colours } } };
  const colours = _core._themeService?.colors;
  if (!colours) throw new Error('the emulator is not open');
  for (const contrasts of [colours.contrastCache, colours.halfContrastCache]) {
    const setColor = contrasts.setColor.bind(contrasts);
    let pairs = 0;
    contrasts.setColor = (background, text, readable) => {
      pairs++;
      if (pairs > PAIRS_MAX) {
        contrasts.clear();
        pairs = 1;
      }
      setColor(background, text, readable);
    };
  }
}
