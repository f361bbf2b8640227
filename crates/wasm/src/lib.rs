//! The rules and the computer player of one game as a WebAssembly module, which answers questions in JSON.
//!
//! Which game it is, is decided when it is built: `ROOKERY_GAME` names it, and everything that belongs to other games
//! falls away when the module is linked. Without a name it holds all games.
//!
//! [`Module`] is all there is; `exports` gives it to JavaScript. `web/src/rules/module.ts` is the other side.

pub mod exports;
mod module;

pub use module::Module;
