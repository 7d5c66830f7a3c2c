#pragma once

#include "frontends/serve/settings.hpp"
#include "toolkit/http/http_message.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

class Front;
struct Asked;

// One row: everything that is known of a route. The router and the checks obey it.
struct Route {
    std::string method;
    std::string path; // one part may be "{id}", that of a run, or "{name}", of a session
    unsigned scope; // that a client needs; none: also without a token
    std::string summary;
    void (Front::*answer)(Asked& asked);
    std::vector<std::string> query = {}; // the names that it takes
    std::string body = {}; // the name of its schema; empty: it has none
    std::string response = {}; // the name of the schema of its JSON
    std::vector<int> statuses = {200}; // that are no errors
    std::vector<std::string> produces = {"application/json"};
    std::string event = {}; // the name of the schema of one event, if it produces a stream
    std::vector<std::string> fields = {}; // of the request, that mean something
};

const std::vector<Route>& route_table();

struct FoundRoute {
    const Route* route; // null: there is none by this method
    std::string id; // or the name that the path has
    std::string allowed; // methods
};

// "/v1/runs/{id}", as the table has it; empty if no route has this path.
std::string_view pattern_of(std::string_view path);

// What a path and a method mean. Throws a Refusal with 404 or 405.
FoundRoute find_route(std::string_view method, std::string_view path);

}
