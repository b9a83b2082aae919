const DENSITIES = ['compact', 'regular', 'relaxed'] as const;
export type Density = (typeof DENSITIES)[number];

/** Height of a row with its line, in pixels: `--row-…` of the tokens, which a virtual list has to know as numbers. */
export const ROW_PX: Readonly<Record<Density | 'phone', number>> = { compact: 28, regular: 34, relaxed: 42, phone: 60 };
export const HEAD_PX = 30;

export const isDensity = (text: string): text is Density => DENSITIES.some((density) => density === text);
export const nextDensity = (density: Density): Density =>
  DENSITIES[(DENSITIES.indexOf(density) + 1) % DENSITIES.length] ?? 'regular';
