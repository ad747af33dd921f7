/** Example responses of the invite endpoints, by operation id. */
export const inviteExamples = {
  acceptInvite: {
    organizationName: "Organization A",
    programId: "019b76da-a800-7000-8000-000000000701",
    status: "accepted"
  }
}
