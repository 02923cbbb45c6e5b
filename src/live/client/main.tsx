import { render } from "preact";
import { App } from "./app.tsx";
import { connect } from "./connection.ts";

const place = document.getElementById("app");
if (place) {
  place.textContent = "";
  render(<App />, place);
}
void connect();
