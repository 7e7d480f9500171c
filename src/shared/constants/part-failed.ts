/** A part of the page could not be fetched. */
export const PART_FAILED = 'That could not be loaded: please try again';
