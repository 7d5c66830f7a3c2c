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

// A chat_request() with its messages, as it is sent first.
Json first_request(Json request, const Messages& messages, Api api);

// What is asked besides the messages, in the form that a server takes. Of each answer it is told,
// and whether it is another request from then on, so that it is worth sending again.
class AdaptedRequest {
public:
    enum class Place { in_conversation, aside, for_format };

    // `request` is a chat_request().
    AdaptedRequest(Json request, Api api, Trace& trace);

    // What is spoken now.
    Wire wire() const { return spoken; }
    bool streams() const { return request.contains("stream"); }

    // The request at this place, on the wire that is spoken.
    Json at(Place place) const;

    // Model::change_request().
    void change(const Json& fields);

    // Model::offer_tools(), and the format of Model::ask_for_format().
    void offer_tools(const Json& tools);
    void want_format(const Json& wanted) { format = refuses_format ? Json() : wanted; }

    // If the server accepts this request only by the Responses API: changes to it for good.
    bool speak_responses(const HttpResponse& response);

    // Leaves out the format of the answer, whatever the error says.
    bool give_up_the_format(Place place, const HttpResponse& response);

    // For models that only stream.
    bool begin_to_stream(const HttpResponse& response);

    // Leaves out a tool whose schema the server refuses, now and later, and says so.
    bool give_up_a_tool(const HttpResponse& response);

    // Leaves out a field that the error names, or replaces its number by one that the server takes.
    bool give_up_a_field(const HttpResponse& response);

private:
    void begin_responses();
    bool adapt_a_number(const std::string& refusal);
    bool is_named(const std::string& field, const std::string& refusal) const;

    Json request;
    Api api;
    Wire spoken = Wire::chat_completions;
    Json format; // null: none is wanted, or the server refuses it
    bool refuses_format = false;
    bool must_stream = false; // the server has said so
    std::vector<std::string> refused_tools;
    int adapted = 0; // so many times a number was refused
    Trace& trace;
};

}
