//! Protected connections.

use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::Tls;
use crate::StoreError;

/// How to begin protected connections; none if they are not to be protected.
pub(super) fn connector(tls: &Tls) -> Result<Option<MakeRustlsConnect>, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(StoreError::failed)?;
    let config = match tls {
        Tls::Off => return Ok(None),
        Tls::Unverified => builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyServer(provider)))
            .with_no_client_auth(),
        Tls::Verified { authority } => builder
            .with_root_certificates(authorities(authority.as_deref())?)
            .with_no_client_auth(),
    };
    Ok(Some(MakeRustlsConnect::new(config)))
}

fn authorities(file: Option<&Path>) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let failed = |why: &dyn std::fmt::Display| {
                StoreError::failed(format!("{}: {why}", file.display()))
            };
            let certificates = CertificateDer::pem_file_iter(file).map_err(|why| failed(&why))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|why| failed(&why))?;
                roots.add(certificate).map_err(|why| failed(&why))?;
            }
        }
        None => {
            // Some of the system's certificates may be unreadable without harm.
            let system = rustls_native_certs::load_native_certs().certs;
            let (_readable, _others) = roots.add_parsable_certificates(system);
        }
    }
    match roots.is_empty() {
        true => Err(StoreError::failed("no certificate authority is trusted")),
        false => Ok(roots),
    }
}

/// Takes any certificate, as `sslmode=require` asks for: others cannot listen, but may pretend to be the server.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
