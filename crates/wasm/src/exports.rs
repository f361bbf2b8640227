//! The names that JavaScript calls.
//!
//! Their `no_mangle` counts as unsafe, because two functions of one name would be. Nothing else here is: the caller
//! writes a question into room that it was given, between two calls, and reads an answer that stays until the next one.
#![expect(
    unsafe_code,
    reason = "exported names are unsafe attributes; there is no unsafe block"
)]

use std::cell::RefCell;

use crate::Module;

/// A module, the question that is being written, and the last answer.
#[derive(Default)]
struct Post {
    module: Module,
    question: Vec<u8>,
    answer: String,
}

thread_local! {
    // A module of WebAssembly has one thread.
    static POST: RefCell<Post> = RefCell::default();
}

/// Makes room for a question of so many bytes and says where.
#[unsafe(no_mangle)]
pub extern "C" fn make_room(bytes: usize) -> *const u8 {
    POST.with_borrow_mut(|post| {
        post.question.clear();
        post.question.resize(bytes, 0);
        post.question.as_ptr()
    })
}

/// Answers the question that stands there, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    POST.with_borrow_mut(|post| {
        let question = std::mem::take(&mut post.question);
        post.answer = post.module.answer(&question);
        post.answer.len()
    })
}

/// Where the answer stands, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn answer_place() -> *const u8 {
    POST.with_borrow(|post| post.answer.as_ptr())
}
