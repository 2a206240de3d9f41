import { BlockList, isIPv6 } from 'node:net'

/** Returns a function that checks whether an address is one of the addresses, or in one of the networks. */
export const inList = (addresses: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const named of addresses) {
    const [address = '', prefix] = named.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
