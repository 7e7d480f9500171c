/**
 * The message if the sign-in SDK or its provider cannot be reached. It is in a separate file, because every page
 * contains it, and the other messages are in the chunk of the SDK.
 */
export const REQUEST_ERROR = 'The request to the identity provider failed';
