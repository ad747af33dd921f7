/** Whether a host, as in HOST or in a URL, is a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|(?:::ffff:)?127(?:\.\d+){3}|::1|\[::1\])$/i.test(host)
