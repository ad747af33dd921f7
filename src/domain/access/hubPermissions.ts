/** Lists brands; needs no grant (HUB-016). */
export const brandsPermission = "hub:api:brands:read"

/** The six messaging permissions, carried by keys and grants alike. */
export const messagingPermissions = [
  "hub:api:threads:read",
  "hub:api:actions:read",
  "hub:api:events:read",
  "hub:api:actions:claim",
  "hub:api:actions:complete",
  "hub:api:actions:cancel"
] as const

/** Every permission of the hub's external API: exact strings, none implies another. */
export const hubPermissions = [...messagingPermissions, brandsPermission] as const
export type HubPermission = (typeof hubPermissions)[number]
