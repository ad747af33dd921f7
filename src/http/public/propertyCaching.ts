/** A property changes rarely, and one that was hidden is gone everywhere a minute later. */
export const propertyCaching = "public, max-age=60"
