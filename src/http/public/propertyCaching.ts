/** Properties change rarely; a minute bounds how long a hidden one stays visible in caches. */
export const propertyCaching = "public, max-age=60"
