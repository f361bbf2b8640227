//! What all requests of this protocol share.

use std::sync::Arc;

use explorer::Explorer;
use server::Context;
use tokio::sync::Semaphore;

use crate::message::VariantInfo;
use crate::puzzles::{PuzzleList, Puzzles};
use crate::{Settings, api, study};

/// What all requests of this protocol share.
pub(crate) struct Service {
    pub(crate) context: Arc<Context>,
    pub(crate) settings: Settings,
    /// What is known of all variants.
    pub(crate) variant_infos: Vec<VariantInfo>,
    /// Answers questions about positions.
    pub(crate) explorer: Explorer,
    /// The puzzles of all variants.
    pub(crate) puzzles: Puzzles,
    /// Permits for work that only takes processor time.
    pub(crate) study_places: Arc<Semaphore>,
    /// Permits for bodies that are longer than usual.
    pub(crate) large_bodies: Semaphore,
}

impl Service {
    pub(crate) fn new(
        context: &Arc<Context>,
        settings: Settings,
        explorer: Explorer,
        puzzles: Vec<PuzzleList>,
    ) -> Arc<Service> {
        let puzzles = Puzzles(puzzles);
        Arc::new(Service {
            variant_infos: study::variant_infos(&context.host, &puzzles),
            puzzles,
            study_places: Arc::new(Semaphore::new(study::PLACES)),
            large_bodies: Semaphore::new(api::LARGE_BODIES),
            explorer,
            context: Arc::clone(context),
            settings,
        })
    }
}
