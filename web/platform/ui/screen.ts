import {
  createRoute,
  type AnyRoute,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { z } from 'zod'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { lazy } from './lazyScreen.tsx'

/** Capabilities that the current role needs for the screen to be shown. Any one of several is enough. */
type Needs = Capability | readonly Capability[]

/**
 * A line of the site map.
 * @param needs null if every role may open it
 */
export const screenOf = <Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  needs: Needs | null,
  component: RouteComponent,
  more: StaticDataRouteOption = {},
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component,
    staticData: { ...more, ...(needs === null ? {} : { needs }) },
  })

/** `screenOf` with a component of its own, which is loaded on demand. */
export const screen = <Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  needs: Needs | null,
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
  more: StaticDataRouteOption = {},
) => screenOf(parent, path, needs, lazy(name, load), more)

/** `screen` with query parameters, such as the person that a list is about. */
export const searchScreen = <
  Parent extends AnyRoute,
  const Path extends string,
  Name extends string,
  Search extends z.ZodObject,
>(
  parent: Parent,
  path: Path,
  needs: Needs | null,
  validateSearch: Search,
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch,
    component: lazy(name, load),
    staticData: needs === null ? {} : { needs },
  })

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: Needs
    /** Nothing typed on this screen would be kept as unsaved work. */
    isReadOnly?: true
  }
}
