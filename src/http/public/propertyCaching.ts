/** Properties rarely change; one minute bounds how long a hidden property stays visible in caches. */
export const propertyCaching = "public, max-age=60"
