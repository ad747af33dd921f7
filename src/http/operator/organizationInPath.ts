const ofOrganization = /^\/api\/v1\/orgs\/([^/?]*)/

/** The organization id in a path; undefined on a path without one, empty if it cannot be decoded. */
export const organizationInPath = (url: string): string | undefined => {
  const [, encoded] = ofOrganization.exec(url) ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ""
  }
}
