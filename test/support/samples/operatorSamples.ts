import { demoIds } from "../../../src/demo/demoIds.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import type { Sample } from "../Sample.ts"

const root = `/api/v1/orgs/${organizationXid("A")}`

/** A path of the organization, with those of an unknown and of another one. */
const inOrganization = (rest: string) => ({
  path: `${root}${rest}`,
  missing: `/api/v1/orgs/nobody${rest}`,
  foreign: `/api/v1/orgs/${organizationXid("B")}${rest}`,
  outOfReach: `/api/v1/orgs/${organizationXid("C")}${rest}`
})

/** A request of each endpoint behind a session that succeeds. */
export const operatorSamples: Readonly<Record<string, Sample>> = {
  readOperatorMessaging: inOrganization("/messaging?scope=ws-a-main"),
  commandAction: {
    ...inOrganization("/messaging?scope=ws-a-main"),
    body: { type: "claim", id: demoIds.actions.unowned79, expectedVersion: 1 },
    otherBody: { type: "claim", id: demoIds.actions.unowned79, expectedVersion: 2 }
  },
  readCollaboration: inOrganization("/collaboration?scope=ws-a-main"),
  commandCollaboration: {
    ...inOrganization("/collaboration?scope=ws-a-main"),
    body: { type: "post_comment", subject: { type: "action", id: demoIds.actions.unowned78 }, body: "Who takes this?" },
    otherBody: { type: "post_comment", subject: { type: "action", id: demoIds.actions.unowned78 }, body: "I do." }
  }
}

/** Requests of the sign-in and the sign-out. */
export const sessionSamples: Readonly<Record<string, Sample>> = {
  signInOperator: { path: "/api/v1/session", status: 204 },
  signOutOperator: { path: "/api/v1/session", status: 204 }
}
