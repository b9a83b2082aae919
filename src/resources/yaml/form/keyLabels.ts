/** `max_session_ttl` → `Max session ttl`: for fields that nobody has given a name. */
export const keyLabel = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
