// What the hosts' own copies of these modules offer and the panel uses; both resolve the names when they load it.
declare module "@opentui/solid" {
  export type Node = object;
  export function createElement(tag: string): Node;
  export function insert(parent: Node, child: unknown): unknown;
  export function setProp(node: Node, name: string, value: unknown): unknown;
  export function effect(run: () => void): void;
}

declare module "solid-js" {
  export function createSignal<T>(value: T): [read: () => T, write: (value: T) => void];
  export function onCleanup(run: () => void): void;
}
