/**
 * The actor of a change as the API shows it. The system is nobody, so it has no id, whatever a transition stores in its
 * place.
 */
export const publicActor = <Kind extends string>(kind: Kind, id: string | null) => ({
  kind,
  id: kind === "system" ? null : id
})
