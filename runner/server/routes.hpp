#pragma once

#include "runner/listen/http_message.hpp"
#include "runner/server/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runner::server {

class Front;
struct Asked;

// One row: everything that is known of a route. The router and the checks obey it.
struct Route {
    std::string method;
    std::string path; // "{id}" stands for the id of a run
    unsigned scope; // that a client needs; none: also without a token
    std::string summary;
    void (Front::*answer)(Asked& asked);
    std::vector<std::string> query = {}; // the names that it takes
    bool has_body = false;
    // An answer to this method that may end the server's work otherwise is checked by who answers.
    std::vector<std::string> produces = {"application/json"};
};

const std::vector<Route>& route_table();

struct FoundRoute {
    const Route* route; // null: there is none by this method
    std::string id; // that the path has
    std::string allowed; // methods
};

// What a path and a method mean. Throws a Refusal with 404 or 405.
FoundRoute find_route(std::string_view method, std::string_view path);

}
