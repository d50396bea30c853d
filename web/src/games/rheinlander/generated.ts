// What the server shows and tells of Rheinländer. Written by tools/make_protocol.py from what the game
// declares, where it is to be changed.

import type { Position } from '../../lib/protocol';
import type { Told } from '../types';

/** A duchy on a screen. */
export interface ShownDuchy {
  spaces: string[];
  sites: string[];
  owner: number | null;
  value: number;
  final: number; // what it scores at the end as it stands, the duke's coin aside
}

/** What a screen shows: one's own hand and coins; those of others only where the table plays them open. */
export interface Shown extends Position {
  phase: 'bastion' | 'over' | 'play' | 'reinforce';
  spaces: Record<string, number | 'bastion'>;
  landmarks: Record<string, 'castle' | 'church' | 'city2' | 'city3' | 'city4'>;
  castles: Record<string, number>;
  duchies: ShownDuchy[];
  bishops: number[];
  archbishop: number | null;
  coins: (number | null)[];
  knights: number[];
  bastions: number[];
  hands: (number[] | null)[];
  discard: number[];
  draw_pile: number;
  scores: number[] | null;
  winners: number[] | null;
  held: number[]; // cards in each hand
}

/** A space of the map. */
export interface SpaceData {
  name: string;
  kind: 'land' | 'water';
  areas: number[];
  terrain: string | null; // what grows there
  at: [number, number];
  number: [number, number] | null; // of the area, on water
  flag: [number, number, number]; // where a pennant may stand, and how much room it has there
  polygon: [number, number][];
}

/** A place for a landmark, between two spaces. */
export interface SiteData {
  name: string;
  spaces: [string, string];
  at: [number, number];
}

/** A stretch of the river, with its first and last area. */
export interface ReachData {
  name: string;
  areas: [number, number];
}

/** How a piece is drawn: the box it fills around its middle, and how large it is on the map. */
export interface PieceData {
  box: [number, number, number, number];
  scale: number;
  holder?: [number, number, number];
  number?: [number, number]; // where its number stands
  font?: number;
  size?: [number, number];
  foot?: [number, number];
  font_two?: number; // for two digits
  ink?: string;
  corner?: number;
  map?: [number, number, number]; // where a card bears the map, and the map's scale on it
  dot?: number; // that marks a place on it
}

/** Where on the map everything is. */
export interface MapData {
  name: string;
  title: string;
  size: [number, number];
  frame: number;
  spaces: SpaceData[];
  adjacent: [string, string][];
  sites: SiteData[];
  reaches: ReachData[];
  pieces: Record<string, PieceData>;
}

/** A line of the log. */
export type Happening =
  | Told<'card', { card: number; use: 'conversion' | 'discard' | 'number' | 'reinforcement' }>
  | Told<'knight', { space: string; duchy: string }>
  | Told<'converted', { space: string; other: number | null; duchy: string }>
  | Told<'castle', { site: string; other: number | null; space: string; duchy: string; between: string[] }>
  | Told<'formed', { space: string; knights: number; duchy: string }>
  | Told<'merged', { space: string; duchies: number; duchy: string }>
  | Told<'duke', { space: string; other: number | null; duchy: string }>
  | Told<'kept', { space: string; duchy: string }>
  | Told<'grew', { space: string; before: number; value: number; duchy: string; gain: number; landmarks: number }>
  | Told<'tied', { space: string; duchy: string }>
  | Told<'paid', { space: string; coins: number; sites: string[]; duchy: string; parts: [string, number][]; paid_for: string[] }>
  | Told<'bishop', { space: string; bishops: number; duchy: string }>
  | Told<'bishop_left', { space: string; bishops: number; duchy: string }>
  | Told<'archbishop', { other: number | null }>
  | Told<'bastion', { space: string }>
  | Told<'drew', { card: number | null }>
  | Told<'reshuffled', { pile: number }>
  | Told<'ended', { reason: '' | 'blocked' | 'knights' }>
  | Told<'scored', { coins: number; dukes: number; landmarks: number; archbishop: number; total: number }>
  | Told<'won', { score: number }>;

/** What is pointed at. */
export type Thing =
  | `card:${number}`
  | `space:${string}`
  | 'use:reinforce'
  | 'use:discard';
