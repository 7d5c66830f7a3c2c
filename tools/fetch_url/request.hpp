#pragma once

#include "fetch.hpp"

#include "toolkit/tool/parameter.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fetch_url {

struct Request {
    std::string url = {};
    std::int64_t offset_bytes = 0; // position in the text
    std::int64_t max_bytes = 1024 * 1024; // maximum size of the page
    std::int64_t timeout_ms = 30'000;

    // set by the operator
    std::vector<std::string> allowed_hosts = {};
    bool allows_private = false;
    std::string ca_file = {};
    std::int64_t max_body_bytes = 1024 * 1024;
    std::shared_ptr<const Policy> policy = {}; // made from the flags by read_policy()
};

// Return the parameters that the model can set, and the flags of the operator.
std::vector<toolkit::tool::Parameter<Request>> parameters();
std::vector<toolkit::tool::Parameter<Request>> flags();

// Functions for Tool::ports and Tool::prepare. Both throw BAD_REQUEST for an invalid flag.
// read_policy() also loads the certificate authorities.
std::vector<std::uint16_t> ports_of(const Request& request);
void read_policy(Request& request, const toolkit::Workspace& none);

}
