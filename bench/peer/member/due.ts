/** Fails cases that the peer does not implement because they are not measured: expired points, due claims, stays. */
export const due = (): Error =>
  new Error("Something has fallen due, or is still to come: the peer does not deal with it")
