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

// Where a server listens and who may speak to it, as the operator's flags say.
class HttpPlace {
public:
    // Throws BAD_REQUEST if the flags don't agree, or can't be obeyed.
    explicit HttpPlace(const options::Options& options);
    HttpPlace(const HttpPlace&) = delete;
    HttpPlace& operator=(const HttpPlace&) = delete;
    ~HttpPlace(); // removes a token that was made for this server alone

    http::Listener& listener() { return socket; }
    http::Admission admission() const { return http::Admission(rules); }
    const std::string& token() const { return rules.token; } // empty: none
    const std::string& metadata() const { return metadata_text; }

    // For programs: {"url","tokenFile"}.
    Json announcement() const;

    // For the operator.
    std::vector<std::string> notes() const;

private:
    void read_metadata(const std::string& path);
    void find_token(const options::Options& options);
    std::string url() const;

    http::Listener socket;
    http::Admission::Rules rules;
    std::string metadata_text;
    std::string token_file; // empty: there is no token
    bool is_token_temporary = false;
};

}
