/** What a seed has made, by its key, so that the next one can make it less. */
export const isSeeded = (key: string): boolean => key.startsWith('5eed0000-') || /-s\d{5,}$/.test(key);
