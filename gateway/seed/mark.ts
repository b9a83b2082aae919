/** Recognizes seeded entries by their key, so that the next seed can delete them. */
export const isSeeded = (key: string): boolean => key.startsWith('5eed0000-') || /-s\d{5,}$/.test(key);
