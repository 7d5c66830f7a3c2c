#include "toolkit/web/distrust.hpp"

#include "toolkit/text/text.hpp"

#include <boost/asio/ip/address.hpp>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <algorithm>

namespace toolkit::web {

static std::string_view bytes_of(const ASN1_STRING* string)
{
    return {
        reinterpret_cast<const char*>(ASN1_STRING_get0_data(string)), // NOLINT(*-reinterpret-cast)
        static_cast<std::size_t>(ASN1_STRING_length(string))};
}

static std::string address_of(std::string_view bytes)
{
    namespace ip = boost::asio::ip;
    const auto copied = [&](auto address) {
        std::copy(bytes.begin(), bytes.end(), address.begin());
        return address;
    };
    if (bytes.size() == 4)
        return ip::address_v4(copied(ip::address_v4::bytes_type {})).to_string();
    if (bytes.size() == 16)
        return ip::address_v6(copied(ip::address_v6::bytes_type {})).to_string();
    return {};
}

static bool is_address(std::string_view name)
{
    boost::system::error_code error;
    boost::asio::ip::make_address(std::string(name), error);
    return !error;
}

std::string hosts_of(X509* certificate)
{
    static constexpr int most = 5;
    std::string result;
    int count = 0;
    const auto add = [&](std::string_view name, std::string_view remark = {}) {
        if (!name.empty() && ++count <= most)
            result.append(result.empty() ? "" : ", ").append(text::in_quotes(name)).append(remark);
    };
    auto* const names = static_cast<GENERAL_NAMES*>(
        X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
    for (int index = 0; index < sk_GENERAL_NAME_num(names); ++index) {
        const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names, index);
        if (name->type == GEN_DNS)
            add(bytes_of(name->d.dNSName),
                is_address(bytes_of(name->d.dNSName)) ? " (as a name, not an address)" : "");
        else if (name->type == GEN_IPADD)
            add(address_of(bytes_of(name->d.iPAddress)));
    }
    GENERAL_NAMES_free(names);
    X509_NAME* const subject = X509_get_subject_name(certificate);
    const int place = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
    if (count == 0 && place >= 0)
        add(bytes_of(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, place))));
    if (count > most)
        result += " and " + std::to_string(count - most) + " more";
    return result.empty() ? "no host" : result;
}

std::string hint_for_distrust(long verdict)
{
    switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "the server needs a new certificate, unless the clock of this machine is wrong";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "the clock of this machine may be wrong";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return "--ca-file FILE trusts it, if FILE has this certificate from whoever runs the "
               "server";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return "--ca-file FILE trusts its authority, if FILE has it, such as that of a company or "
               "its proxy";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return "--ca-file FILE names the authority that has issued it; if it is a public one, the "
               "package "
               "ca-certificates is missing here, or the server leaves out an intermediate "
               "certificate";
    default: return "--ca-file names the authorities to trust";
    }
}

std::string hint_for_handshake(unsigned long error)
{
    if (ERR_GET_LIB(error) != ERR_LIB_SSL)
        return {};
    switch (ERR_GET_REASON(error)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
#ifdef SSL_R_RECORD_LAYER_FAILURE // exists since OpenSSL 3.2
    case SSL_R_RECORD_LAYER_FAILURE:
#endif
        return "it may speak no TLS: --base-url http://… asks without";
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION: return "it speaks an old TLS; at least 1.2 is wanted";
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
        return "it wants a certificate of the client, which agentcli has not";
    default: return {};
    }
}

}
