/** What a sheet that makes rows gets: the name react-admin knows the resource by, which is the list's address too. */
export type CreateSheetProps = { name: string };
