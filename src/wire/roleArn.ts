/** AWS roles as users name them: one `:role`, the service before it, a name of two characters or more behind it (screens §0.4). */
export function isRoleArn(text: string): boolean {
  const [before = '', after = '', ...more] = text.split(':role');
  return more.length === 0 && before.startsWith('arn:aws:iam:') && after.length >= 2;
}
