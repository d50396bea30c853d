/** Which build of the client this is: the server says which one it gives out, and an old one can tell. */
declare const __BUILD__: string;
