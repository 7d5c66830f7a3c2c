#pragma once

#include "runner/listen/http_server.hpp"
#include "runner/server/settings.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace runner::server {

using namespace toolkit;

class Door;

// A request that waits for its answer.
struct Client {
    Door* door = nullptr;
    listen::Exchange exchange = 0;

    friend bool operator==(const Client&, const Client&) = default;
    friend bool operator<(const Client& left, const Client& right)
    {
        return left.exchange != right.exchange ? left.exchange < right.exchange
                                               : left.door < right.door;
    }
};

// What the front does with requests, whichever socket they come by. `scopes` is what the client
// may do.
class Service {
public:
    Service() = default;
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    virtual ~Service() = default;

    virtual std::optional<listen::HttpResponse> public_answer(const listen::HttpHead& head) = 0;
    virtual std::optional<listen::HttpResponse> refusal(
        const listen::HttpHead& head, unsigned scopes)
        = 0;
    virtual void take(Client client, listen::HttpRequest request, unsigned scopes) = 0;
    virtual void lost(Client client) = 0;
    virtual void taken(Client client) = 0;
    virtual listen::HttpResponse worded(
        const listen::HttpHead& head, listen::HttpResponse response) const = 0;
};

// A socket of the server, with its connections and who may speak there.
class Door : public listen::HttpService {
public:
    Door(
        File listening, const DoorRules& rules, const listen::HttpLimits& limits, Service& service);

    std::optional<listen::HttpResponse> public_answer(const listen::HttpHead& head) override;
    std::optional<listen::HttpResponse> refusal(const listen::HttpHead& head) override;
    std::string_view label_of(const listen::HttpHead& head) const override;
    void take(listen::Exchange exchange, listen::HttpRequest request) override;
    void lost(listen::Exchange exchange) override;
    void taken(listen::Exchange exchange) override;
    listen::HttpResponse worded(
        const listen::HttpHead& head, listen::HttpResponse response) const override
    {
        return service.worded(head, std::move(response));
    }

    listen::HttpServer& server() { return http; }

private:
    unsigned scopes_of(const listen::HttpHead& head) const;

    listen::Listener listener;
    std::vector<Peer> peers;
    listen::Admission admission;
    Service& service;
    listen::HttpServer http;
};

}
