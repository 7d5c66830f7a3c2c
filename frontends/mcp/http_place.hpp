#pragma once

#include "runner/options/options.hpp"
#include "toolkit/http/admission.hpp"
#include "toolkit/http/listener.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace frontends::mcp {

using namespace runner;
using namespace toolkit;

// The address at which a server listens and the clients that it accepts, as set by flags.
class HttpPlace {
public:
    // Throws BAD_REQUEST if the flags are inconsistent or cannot be applied.
    explicit HttpPlace(const options::Options& options);
    HttpPlace(const HttpPlace&) = delete;
    HttpPlace& operator=(const HttpPlace&) = delete;
    ~HttpPlace(); // removes a token that was made for this server alone

    http::Listener& listener() { return socket; }
    http::Admission admission() const { return http::Admission(rules); }
    const std::string& token() const { return rules.token; } // empty: none
    const std::string& metadata() const { return metadata_text; }

    // Returns the announcement for programs: {"url","tokenFile"}.
    Json announcement() const;

    // Returns notes for the operator.
    std::vector<std::string> notes() const;

private:
    void read_metadata(const std::string& path);
    void find_token(const options::Options& options);
    std::string url() const;

    http::Listener socket;
    http::Admission::Rules rules;
    std::string metadata_text;
    std::string token_file; // empty if there is no token
    bool is_token_temporary = false;
};

}
