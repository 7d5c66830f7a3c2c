#pragma once

#include "frontends/serve/settings.hpp"
#include "toolkit/http/http_message.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

class Front;
struct RouteRequest;

// The media types of streams of events.
inline constexpr const char* sse_type = "text/event-stream";
inline constexpr const char* ndjson_type = "application/x-ndjson";

// One row of the table: all properties of a route. The router and the checks use it.
struct Route {
    enum class Object { none, run, session };

    std::string method;
    std::string path; // one part may be "{id}" or "{name}" of an object
    // The client needs one of these scopes, for the object in the path if there is an object;
    // empty: no token needed.
    std::vector<unsigned> scopes;
    Object object = Object::none; // that the path names; 404 if it is another client's
    std::string summary;
    void (Front::*answer)(RouteRequest& asked);
    std::vector<std::string> query = {}; // accepted names in the query
    std::string body = {}; // name of its schema; empty: no body
    std::string response = {}; // name of the schema of a response that is not a stream
    std::vector<int> statuses = {200}; // successful statuses
    std::vector<std::string> produces = {"application/json"};
    std::string event = {}; // name of the schema of an event, if the route can stream
    std::vector<std::string> fields = {}; // header fields that are used
};

const std::vector<Route>& route_table();

struct FoundRoute {
    const Route* route; // null: the path has no route for this method
    std::string id; // the id or the name in the path
    std::string allowed; // methods
};

// Returns the path of the table, such as "/v1/runs/{id}"; empty if no route has this path.
std::string_view pattern_of(std::string_view path);

// Returns the route of a path and a method; HEAD has the routes of GET. Throws a Refusal with 404
// or 405.
FoundRoute find_route(std::string_view method, std::string_view path);

}
