/** What one model is expected to be asked and to cost. cost is null when its price is unknown. */
export type ForecastRow = {
  model: string;
  designs: number;
  evaluations: number;
  tokens: number;
  cost: number | null;
};

/** What a run would ask and cost, before anything is asked. */
export type Forecast = {
  rows: ForecastRow[];
  sessions: number;
  tokens: number;
  /** US dollars of the models whose price is known. */
  cost: number;
  unpriced: string[];
  /** Models that no connected provider offers; their sessions are counted nowhere. */
  unreachable: string[];
  /** Models to be asked that the host brought by itself and that neither the configuration nor the call names. */
  hosts_own: string[];
  seconds: number;
};
