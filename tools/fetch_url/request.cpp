#include "request.hpp"

namespace fetch_url {

using namespace toolkit;
using namespace toolkit::tool;

std::vector<Parameter<Request>> parameters()
{
    return {
        required("url", &Request::url, "http or https").aliases({"uri", "link"}),
        optional("offsetBytes", &Request::offset_bytes, "", at_least(0))
            .aliases({"offset", "start_index"}),
        optional("maxBytes", &Request::max_bytes, "", between(1, 1024 * 1024))
            .alias("max_length")
            .limited_by("max-bytes"),
        optional("timeoutMs", &Request::timeout_ms, "", between(1, 30'000))
            .hint_for("timeout", "timeoutMs is in milliseconds"),
        ignored<Request>("prompt"),
        ignored<Request>("format"),
    };
}

std::vector<Parameter<Request>> flags()
{
    constexpr std::int64_t max_body = 64LL << 20;
    return {
        flag("allow-host", &Request::allowed_hosts,
            "A host that may be asked: NAME, *.NAME or an address, and :PORT unless it is the "
            "usual one")
            .takes("HOST"),
        flag("allow-private", &Request::allows_private,
            "Names may lead to private addresses, such as those of this machine and its network"),
        flag("ca-file", &Request::ca_file,
            "Trust these certificate authorities (PEM) in place of the system's")
            .takes("FILE"),
        flag("max-body-bytes", &Request::max_body_bytes, "Maximum that is read of a response",
            between(1, max_body)),
    };
}

std::vector<std::uint16_t> ports_of(const Request& request)
{
    return AllowedHosts(request.allowed_hosts).ports();
}

void read_policy(Request& request, const Workspace& /*none*/)
{
    Policy policy {AllowedHosts(request.allowed_hosts), request.allows_private,
        static_cast<std::size_t>(request.max_body_bytes)};
    if (!policy.hosts.is_empty())
        policy.authorities = web::load_authorities({{}, {}, request.ca_file});
    request.policy = std::make_shared<const Policy>(std::move(policy));
}

}
