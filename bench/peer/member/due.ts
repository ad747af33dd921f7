/** What the peer leaves out, because nothing of it is measured: points that have ended, claims that fell due, stays. */
export const due = (): Error =>
  new Error("Something has fallen due, or is still to come: the peer does not deal with it")
