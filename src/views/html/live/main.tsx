import { showAt } from "../client/entrance.tsx";
import { App } from "./app.tsx";
import { connect } from "./connection.ts";

showAt("open", <App />, () => void connect());
