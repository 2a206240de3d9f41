import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The unit by which callers are limited: an IPv4 address, or the /64 network of an IPv6 address. A single subscriber
 * has a whole /64, with far too many addresses to count one by one.
 */
export const clientNetwork = (address: string): string => {
  if (!isIPv6(address)) return address
  // A link-local address may end in % and the name of its interface, which ipaddr.js cannot parse.
  const [withoutZone = address] = address.split('%')
  const parsed = ipaddr.process(withoutZone)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
