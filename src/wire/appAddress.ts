// What the internal address of an application says about it (http-resources §4.1).

/** Amazon's console, of the commercial, the government and the Chinese partition. */
const AWS_CONSOLES = [
  'https://console.aws.amazon.com',
  'https://console.amazonaws-us-gov.com',
  'https://console.amazonaws.cn',
];

export const isAwsConsole = (uri: string): boolean => AWS_CONSOLES.some((console) => uri.startsWith(console));
