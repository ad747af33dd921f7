/** Reads messaging, Actions and collaboration (INT-006). */
export const guestsRead = "hub:guests:read"

/** Changes settings; together with `guestsRead`, comments and moves Actions (INT-007, INT-016). */
export const organizationsManage = "hub:organizations:manage"

/** The permissions of operators on the operator routes and the assistant endpoint. */
export const operatorPermissions = [guestsRead, organizationsManage] as const
export type OperatorPermission = (typeof operatorPermissions)[number]
