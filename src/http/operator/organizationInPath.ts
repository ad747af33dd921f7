const ofOrganization = /^\/api\/v1\/orgs\/([^/?]*)/

/** The organization that a path selects; undefined on a path without one, empty where it cannot be read. */
export const organizationInPath = (url: string): string | undefined => {
  const [, encoded] = ofOrganization.exec(url) ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ""
  }
}
