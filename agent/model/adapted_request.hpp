#pragma once

#include "agent/model/api.hpp"
#include "agent/model/message.hpp"
#include "agent/model/trace.hpp"
#include "agent/model/transport.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Returns the body of the first request: `request`, a chat_request(), with these messages.
Json first_request(Json request, const Messages& messages, Api api);

// A request without its messages, in the form that a server accepts. After each failed response,
// ask the methods below whether they changed the request: if one returns true, send it again.
class AdaptedRequest {
public:
    enum class Place { in_conversation, aside, for_format };

    // `request` is a chat_request().
    AdaptedRequest(Json request, Api api, Trace& trace);

    // Returns the wire format in use.
    Wire wire() const { return spoken; }
    bool streams() const { return request.contains("stream"); }

    // Returns the request for this place, in the wire format in use.
    Json at(Place place) const;

    // Implements Model::change_request().
    void change(const Json& fields);

    // Implement Model::offer_tools(), and set the format of Model::ask_for_format().
    void offer_tools(const Json& tools);
    // Ends ChatSettings::required_call: further replies may call any tool or no tool.
    void end_required_call();
    void want_format(const Json& wanted) { format = refuses_format ? Json() : wanted; }

    // Changes to the Responses API for good if the response says that the server accepts this
    // request only there.
    bool speak_responses(const HttpResponse& response);

    // Leaves out the response format, whatever the error says.
    bool give_up_the_format(Place place, const HttpResponse& response);

    // Turns streaming on if the response says that the model only streams.
    bool begin_to_stream(const HttpResponse& response);

    // Leaves out a tool whose schema the server refuses, in this and all further requests, and
    // notes it in the trace.
    bool give_up_a_tool(const HttpResponse& response);

    // Leaves out a field that the error names, or replaces its number by one that the server
    // accepts.
    bool give_up_a_field(const HttpResponse& response);

private:
    void begin_responses();
    bool adapt_a_number(const std::string& refusal);
    bool is_named(const std::string& field, const std::string& refusal) const;

    Json request;
    Api api;
    Wire spoken = Wire::chat_completions;
    Json format; // null: not requested, or refused by the server
    bool refuses_format = false;
    bool must_stream = false; // the server has said so
    std::vector<std::string> refused_tools;
    int adapted = 0; // how many refused numbers were replaced
    Trace& trace;
};

}
